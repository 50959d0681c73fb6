const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What an account puts around the content of its mails. Empty texts are left out. */
export interface Look {
  readonly name: string
  readonly logoUrl: string
  readonly color: string
  readonly footer: string
}

/** An HTML document in a language, with content that is HTML already. */
export function documentOf(language: string, content: string, { name, logoUrl, color, footer }: Look): string {
  const parts = [
    ...(color === '' ? [] : [`<div style="border-top: 4px solid ${escaped(color)}; margin-bottom: 16px"></div>`]),
    ...(logoUrl === ''
      ? []
      : [`<p><img src="${escaped(logoUrl)}" alt="${escaped(name)}" style="max-height: 60px"></p>`]),
    content,
    ...(footer === '' ? [] : [`<p style="color: #666666">${escaped(footer).replaceAll('\n', '<br>\n')}</p>`]),
  ]
  return `<!doctype html>\n<html lang="${escaped(language)}">\n<head><meta charset="utf-8"></head>\n<body>\n${parts.join('\n')}\n</body>\n</html>\n`
}

/** Text in HTML: in an element, or in an attribute in quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
