"""PDF: fragments of lines from pdfium, their reading order, and paragraphs made of them."""
