"""Playing in a terminal: sessions in process or at a server's table, and the full-screen table over them.

Only `app`, `screens` and `widgets` need Textual; the line mode uses the sessions alone.
"""
