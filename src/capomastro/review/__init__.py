"""What a match could have been: every decision judged by what its seat could know, and by nothing else."""
