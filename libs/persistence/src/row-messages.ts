import type { Connection } from 'pg'
import { Parser } from 'pg-protocol/dist/parser'

/** The code of a message with a row: the letter `D`. */
const DATA_ROW = 0x44

/** A row as the server sends it: the number of columns, then the length of each value and its bytes. */
export class RowMessage {
  readonly name = 'dataRow'

  /** The bytes belong to the connection, and stay the same only until the message was handled. */
  constructor(
    readonly bytes: Buffer,
    readonly start: number,
    readonly length: number,
  ) {}

  /** The values as texts, for queries that build rows of them. */
  get fields(): (string | null)[] {
    const { bytes } = this
    const fields = new Array<string | null>(bytes.readInt16BE(this.start))
    let at = this.start + 2
    for (let index = 0; index < fields.length; index++) {
      const length = bytes.readInt32BE(at)
      at += 4
      // Many columns are empty, and each call to decode a text costs as much as a short text.
      fields[index] = length < 0 ? null : length === 0 ? '' : bytes.toString('utf8', at, at + length)
      if (length > 0) at += length
    }
    return fields
  }
}

/** The parts of the parser and the connection of `pg` that their types leave out. */
interface ParserInternals {
  parse(bytes: Buffer, receive: (message: { readonly name: string }) => void): void
  handlePacket(start: number, code: number, length: number, bytes: Buffer): object
}
interface ConnectionInternals {
  attachListeners(stream: NodeJS.ReadableStream): void
  emit(event: string, message: object): boolean
}

const Base = Parser as unknown as new () => ParserInternals

class RowParser extends Base {
  override handlePacket(start: number, code: number, length: number, bytes: Buffer): object {
    return code === DATA_ROW ? new RowMessage(bytes, start, length) : super.handlePacket(start, code, length, bytes)
  }
}

/** Makes a connection that is not open yet give its queries rows as {@link RowMessage}s. */
export function giveRowMessages(connection: Connection): void {
  const inside = connection as unknown as ConnectionInternals
  inside.attachListeners = (stream) => {
    const parser = new RowParser()
    stream.on('data', (bytes: Buffer) =>
      parser.parse(bytes, (message) => inside.emit(message.name === 'error' ? 'errorMessage' : message.name, message)),
    )
  }
}
