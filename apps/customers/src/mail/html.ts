const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** An HTML document in a language, with content that is HTML already. */
export function documentOf(language: string, content: string): string {
  return `<!doctype html>\n<html lang="${escaped(language)}">\n<head><meta charset="utf-8"></head>\n<body>\n${content}\n</body>\n</html>\n`
}

/** Text in HTML: in an element, or in an attribute in quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
