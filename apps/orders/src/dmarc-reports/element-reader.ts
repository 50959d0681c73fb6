import { SaxesParser } from 'saxes'
import { ReportFault } from './model/report-fault'

/** Bounds of a report: no report in use comes near them. */
const [MOST_DEPTH, MOST_CHARACTERS] = [12, 4096]

/** Octets in which something must begin or end: the parser keeps a text, a tag or a comment until it is complete. */
const MOST_KEPT = 256 * 1024

/** Elements that end: their path below the root without namespace prefixes, such as `record/row/count`, and their text. */
export type OnElement = (path: string, text: string) => void

/**
 * Reads the elements of an XML document as its text arrives, and keeps none. A document type is refused, so there are no
 * entities but those of XML itself.
 */
export class ElementReader {
  private readonly parser = new SaxesParser({ fragment: false })
  private readonly decoder = new TextDecoder('utf-8')
  private readonly path: string[] = []
  private text = ''
  /** Octets since something began or ended. */
  private kept = 0

  /** @param root local name of the root element */
  constructor(
    private readonly root: string,
    private readonly onElement: OnElement,
  ) {
    this.parser.on('error', ({ message }) => this.refuse(`The report is not well-formed XML: ${message.slice(0, 200)}`))
    this.parser.on('doctype', () => this.refuse('The report has a document type, which is not accepted'))
    this.parser.on('opentag', ({ name }) => this.begin(name.slice(name.indexOf(':') + 1)))
    this.parser.on('text', (text) => this.add(text))
    this.parser.on('cdata', (text) => this.add(text))
    this.parser.on('closetag', () => this.finish())
  }

  write(chunk: Uint8Array): void {
    this.kept += chunk.length
    if (this.kept > MOST_KEPT) this.refuse('A text or a tag of the report is too long')
    this.parser.write(this.decoder.decode(chunk, { stream: true }))
  }

  end(): void {
    this.parser.write(this.decoder.decode()).close()
  }

  private begin(name: string): void {
    this.kept = 0
    if (this.path.length === 0 && name !== this.root) this.refuse(`The root element is not ${this.root}`)
    if (this.path.length === MOST_DEPTH) this.refuse('The elements of the report are nested too deeply')
    this.path.push(name)
    this.text = ''
  }

  private add(text: string): void {
    this.text += text
    if (this.text.length > MOST_CHARACTERS) this.refuse(`The element ${this.path.at(-1) ?? ''} is too long`)
  }

  private finish(): void {
    this.kept = 0
    this.onElement(this.path.slice(1).join('/'), this.text.trim())
    this.path.pop()
    this.text = ''
  }

  private refuse(problem: string): never {
    throw new ReportFault(problem)
  }
}
