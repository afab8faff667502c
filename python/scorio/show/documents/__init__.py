"""Results in the formats of files: HTML, LaTeX, Markdown, JUnit and flat records."""
