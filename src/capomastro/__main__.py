"""`python -m capomastro`"""

from capomastro.cli import main

main()
