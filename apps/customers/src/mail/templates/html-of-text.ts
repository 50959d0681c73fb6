import { escaped } from '../html'

const SECTION = /^\{\{[#^/]\w+\}\}$/

/**
 * The template of the HTML of a mail, made of that of its text: each paragraph is one in HTML, and a paragraph `{{link}}` a
 * link. Lines with a section tag alone stay as they are.
 */
export function htmlOfText(text: string): string {
  const lines: string[] = []
  let paragraph: string[] = []
  const end = () => {
    if (paragraph.length > 0) lines.push(`<p>${paragraph.map(linked).join('<br>\n')}</p>`)
    paragraph = []
  }
  for (const line of [...text.split('\n'), '']) {
    const isSection = SECTION.test(line.trim())
    if (isSection || line.trim() === '') end()
    else paragraph.push(line)
    if (isSection) lines.push(line.trim())
  }
  return lines.join('\n')
}

function linked(line: string): string {
  return line.trim() === '{{link}}' ? '<a href="{{link}}">{{link}}</a>' : escaped(line)
}
