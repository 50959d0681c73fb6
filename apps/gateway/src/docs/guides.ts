import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the guides; an image may lack it. */
const FOLDER = join(__dirname, '../../../../docs')

/** Guides that are part of the reference, so that its search finds them. */
const shown = [
  'first-registration',
  'api-keys',
  'events',
  'transfer-in',
  'dnssec',
  'ownership',
  'money',
  'moving-a-client',
  'sandbox-clock',
  'deprecation',
] as const

/** Long tables, each served as a separate text. */
const apart = {
  lifecycle: 'The life cycle of a domain',
  errors: 'The catalogue of errors',
  roles: 'Roles',
  changelog: 'Changelog',
}

/** The texts that the reference links to, by name. */
const texts = Object.keys(apart) as readonly (keyof typeof apart)[]

/** The text of a guide; `undefined` if the installation does not have it. */
function guideText(name: string): string | undefined {
  const file = join(FOLDER, `${name}.md`)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

interface Guide {
  readonly name: string
  readonly title: string
  readonly text: string
}

/** All guides of the reference that the installation has, as they are. */
export function guidePages(): Guide[] {
  return [...shown, ...texts].flatMap((name) => guideOf(name) ?? [])
}

function guideOf(name: string): Guide | undefined {
  const text = guideText(name)
  return text === undefined ? undefined : { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
}

/** The guides as one Markdown chapter, with links to the chapter or to the separate texts. */
export function guidesChapter(): string {
  const guides = shown.flatMap((name) => guideOf(name) ?? [])
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

/** Moves the headings of a guide one level down. Links to files that are not served become plain text. */
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
