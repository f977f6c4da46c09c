"""The table server: live and turn-based play over HTTP and WebSockets. It knows games only by the catalogue."""
