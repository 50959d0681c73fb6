import mustache, { type OpeningAndClosingTags } from 'mustache'
import { escaped } from '../html'

/** Values of the variables of a mail. A section `{{#name}}…{{/name}}` is printed where its value is true or not empty. */
export type TemplateValues = Readonly<Record<string, string | boolean>>

/** Characters of a template, and tags in it: with {@link MAX_VALUE} they bound the size of a mail and the time it takes. */
export const MAX_TEMPLATE = 20_000
const MAX_TAGS = 200

/** Characters of a value in a mail. The rest is cut. */
const MAX_VALUE = 500

const TAGS: OpeningAndClosingTags = ['{{', '}}']

/** A template that does not compile. Says the line, from 1, and what is wrong there. */
export class TemplateFault extends Error {
  constructor(
    readonly line: number,
    readonly problem: string,
  ) {
    super(`line ${line}: ${problem}`)
    this.name = 'TemplateFault'
  }
}

/** A compiled template. Printing it never fails. */
export type Print = (values: TemplateValues) => string

/** A token of mustache: kind, value, start, end, and the tokens in a section. */
type Token = [kind: string, value: string, start: number, end: number, inner?: Token[]]

// Without its cache, which keeps every template for ever.
const writer = Object.assign(new mustache.Writer(), { templateCache: undefined })

/**
 * Compiles a template of Mustache (https://mustache.github.io/mustache.5.html) for text or HTML. Allowed are variables
 * `{{name}}`, sections `{{#name}}`, `{{^name}}` and comments `{{! }}`; not partials, other delimiters or values that are not
 * escaped. So a template neither loops nor runs code.
 *
 * @param names the variables that the template may use
 * @throws {@link TemplateFault}
 */
export function compileTemplate(source: string, names: ReadonlySet<string>, form: 'html' | 'text'): Print {
  if (source.length > MAX_TEMPLATE) throw new TemplateFault(1, `has more than ${MAX_TEMPLATE} characters`)
  const tokens = parse(source)
  const tags = [...tagsOf(tokens)]
  if (tags.length > MAX_TAGS)
    throw new TemplateFault(lineAt(source, tags[MAX_TAGS]![2]), `has more than ${MAX_TAGS} tags`)
  for (const [kind, value, start] of tags) {
    const problem = problemOf(kind, value, names)
    if (problem) throw new TemplateFault(lineAt(source, start), problem)
  }
  const escape = form === 'html' ? escaped : (text: string) => text
  return (values) => {
    const view = Object.assign(
      Object.create(null) as object,
      Object.fromEntries([...names].map((name) => [name, shortened(values[name] ?? '')])),
    )
    return writer.renderTokens(tokens as unknown as string[][], new mustache.Context(view), undefined, source, {
      escape,
    })
  }
}

function parse(source: string): Token[] {
  try {
    return writer.parse(source, TAGS) as Token[]
  } catch (error) {
    const { message } = error as Error
    const position = Number(/ at (\d+)$/.exec(message)?.[1] ?? 0)
    const [, problem, name] = /^(Unclosed section|Unopened section) "(.*)" at/.exec(message) ?? []
    if (problem === 'Unclosed section') {
      const opened = Math.max(...['#', '^'].map((sign) => source.slice(0, position).lastIndexOf(`{{${sign}${name}`)))
      throw new TemplateFault(lineAt(source, opened), `the section ${name} is not closed: add {{/${name}}}`)
    }
    if (problem) throw new TemplateFault(lineAt(source, position), `the section ${name} is closed but not opened`)
    const opened = source.slice(0, position).lastIndexOf('{{')
    throw new TemplateFault(lineAt(source, opened), 'a tag has no end: add }}')
  }
}

/** All tags of a template, also those in sections. */
function* tagsOf(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    if (token[0] === 'text') continue
    yield token
    if (token[4]) yield* tagsOf(token[4])
  }
}

function problemOf(kind: string, value: string, names: ReadonlySet<string>): string | undefined {
  if (kind === '&' || kind === '{') return `{{{${value}}}} is not allowed: write {{${value}}}`
  if (kind === '>') return `{{>${value}}} is not allowed: a mail has no partials`
  if (kind === '=') return 'other delimiters than {{ and }} are not allowed'
  if (!names.has(value)) return `the variable ${value.slice(0, 40)} is unknown`
  return undefined
}

function lineAt(source: string, position: number): number {
  return source.slice(0, Math.max(position, 0)).split('\n').length
}

function shortened(value: string | boolean): string | boolean {
  return typeof value === 'string' && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE - 1)}…` : value
}
