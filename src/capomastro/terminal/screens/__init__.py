"""The screens of the full-screen table. They need Textual; nothing else here does but `app`, `look` and `widgets`."""
