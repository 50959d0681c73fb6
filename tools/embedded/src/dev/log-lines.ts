import { Transform, type TransformCallback } from 'node:stream'
import { styleText } from 'node:util'

/** Which lines of the services' logs a terminal shows. */
export interface LogFilter {
  /** Services by name; all when empty. */
  readonly services: readonly string[]
  /** The least severe level. */
  readonly level: keyof typeof LEVELS
  /** Text that a line must contain; empty for any. */
  readonly text: string
}

/** Levels of pino. */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

type Style = Parameters<typeof styleText>[0]
const COLOURS: readonly Style[] = ['cyan', 'green', 'magenta', 'blue', 'yellow', 'cyanBright', 'magentaBright']
const LEVEL_COLOURS: Readonly<Record<string, Style>> = { warn: 'yellow', error: 'red', fatal: 'red', debug: 'gray' }

/** Fields of a line that are shown in another form, or say nothing in a terminal. */
const SHOWN_OTHERWISE = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'context'])

/** Lines that Node prints at the start of each process; the ports are fixed and documented. */
const OF_THE_DEBUGGER = /^(Debugger (listening|attached|ending)|For help, see|Waiting for the debugger)/

/** Width of the column with the name of the service: `sandbox-registry`. */
const NAME_WIDTH = 16

/**
 * Turns lines `<service> | <JSON of pino>` into lines for a terminal: time, service in its own colour, level unless it
 * is info, message, further fields, and the stack of an error below. A line that is not JSON is shown unchanged.
 */
export class LogLines extends Transform {
  private rest = ''
  private readonly colours = new Map<string, Style>()

  constructor(
    private readonly shownOnly: LogFilter,
    private readonly isColoured: boolean,
  ) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const lines = (this.rest + chunk.toString()).split('\n')
    this.rest = lines.pop()!
    for (const line of lines) {
      const shown = this.shown(line)
      if (shown !== undefined) this.push(`${shown}\n`)
    }
    done()
  }

  private shown(line: string): string | undefined {
    const [, service, text] = /^([a-z-]+) \| (.*)$/.exec(line) ?? [undefined, 'nameyard', line]
    const { services, level, text: wanted } = this.shownOnly
    if (services.length > 0 && !services.includes(service!)) return undefined
    if (!line.includes(wanted) || OF_THE_DEBUGGER.test(text!)) return undefined
    const entry = parse(text!)
    const name = this.paint(this.colourOf(service!), service!.padEnd(NAME_WIDTH))
    if (!entry) return `${' '.repeat(12)} ${name} ${text}`
    if (entry.level < LEVELS[level]) return undefined
    return `${this.paint('gray', timeOf(entry.time))} ${name} ${this.message(entry)}`
  }

  private message(entry: Entry): string {
    const level = Object.entries(LEVELS).find(([, number]) => number === entry.level)?.[0] ?? String(entry.level)
    const severity = level === 'info' ? '' : `${this.paint(LEVEL_COLOURS[level] ?? 'white', level)} `
    const context = entry.context ? `${this.paint('gray', `[${entry.context}]`)} ` : ''
    const fields = Object.entries(entry)
      .filter(([key, value]) => !SHOWN_OTHERWISE.has(key) && value !== undefined)
      .map(
        ([key, value]) =>
          ` ${this.paint('gray', `${key}=`)}${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
    const stack = entry.err?.stack ? `\n${entry.err.stack}` : ''
    return `${severity}${context}${entry.msg ?? ''}${fields.join('')}${stack}`
  }

  private colourOf(service: string): Style {
    if (!this.colours.has(service)) this.colours.set(service, COLOURS[this.colours.size % COLOURS.length]!)
    return this.colours.get(service)!
  }

  private paint(style: Style, text: string): string {
    return this.isColoured ? styleText(style, text) : text
  }
}

interface Entry {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly context?: string
  readonly err?: { readonly stack?: string }
}

function parse(text: string): Entry | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const entry = JSON.parse(text) as Entry
    return typeof entry.level === 'number' && typeof entry.time === 'number' ? entry : undefined
  } catch {
    return undefined
  }
}

/** Time of day, UTC, with milliseconds. */
const timeOf = (time: number) => new Date(time).toISOString().slice(11, 23)

/** Reads `--only dns,gateway`, `--level warn` and `--grep text` from a command line; throws a sentence for a wrong one. */
export function filterOf(args: readonly string[], services: readonly string[]): LogFilter {
  const value = (option: string) => (args.includes(option) ? (args[args.indexOf(option) + 1] ?? '') : undefined)
  const only = value('--only')?.split(',').filter(Boolean) ?? []
  const unknown = only.find((name) => !services.includes(name))
  if (unknown !== undefined) throw new Error(`--only names ${unknown}, but the services are ${services.join(', ')}.`)
  const level = value('--level') ?? 'info'
  if (!(level in LEVELS))
    throw new Error(`--level is ${level}, but a level is one of ${Object.keys(LEVELS).join(', ')}.`)
  return { services: only, level: level as LogFilter['level'], text: value('--grep') ?? '' }
}
