const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Paragraphs of text as an HTML document in a language. Nothing in them is read as HTML. */
export function htmlOf(language: string, paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')
  return `<!doctype html>\n<html lang="${escaped(language)}">\n<head><meta charset="utf-8"></head>\n<body>\n${body}\n</body>\n</html>\n`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
