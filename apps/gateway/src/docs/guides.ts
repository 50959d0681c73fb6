import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the guides; an image may come without them. */
const FOLDER = join(__dirname, '../../../../docs')

/** Guides that stand in the reference, where its search finds them. */
const shown = [
  'first-registration',
  'transfer-in',
  'dnssec',
  'money',
  'moving-a-client',
  'sandbox-clock',
  'deprecation',
] as const

/** Long tables, each a text of its own. */
const apart = { lifecycle: 'The life of a domain', errors: 'The catalogue of errors', changelog: 'What has changed' }

/** The texts that the reference links to, by name. */
export const texts = Object.keys(apart) as readonly (keyof typeof apart)[]

/** The text of a guide; `undefined` where the installation has none. */
export function guideText(name: string): string | undefined {
  const file = join(FOLDER, `${name}.md`)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The guides as one chapter in Markdown, in which links lead to the chapter or to the texts beside it. */
export function guidesChapter(): string {
  const guides = shown.flatMap((name) => {
    const text = guideText(name)
    return text === undefined ? [] : [{ name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }]
  })
  if (guides.length === 0) return ''
  const anchors = new Map<string, string>(guides.map(({ name, title }) => [name, anchorOf(title)]))
  const links = Object.entries(apart).map(([name, title]) => `- [${title}](/docs/${name}.md)`)
  const chapters = guides.map(({ text }) => withinReference(text, anchors))
  return ['\n# Guides', links.join('\n'), ...chapters].join('\n\n')
}

/** The address of a heading in the reference. */
function anchorOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  return `#description/${slug}`
}

/** A guide one level deeper; links to files that are not served become plain text. */
function withinReference(text: string, anchors: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/^(#+ )/gm, '#$1')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (whole, label: string, target: string) => {
      if (/^https?:/.test(target)) return whole
      const name = /^([\w-]+)\.md/.exec(target)?.[1] ?? ''
      if (name in apart) return `[${label}](/docs/${name}.md)`
      const anchor = anchors.get(name)
      return anchor === undefined ? label : `[${label}](${anchor})`
    })
}
