import { instanceOf } from '../answer'
import { ElementReader } from '../element-reader'

/** The server's description of itself, on connection and after hello (RFC 5730 section 2.4). */
export interface Greeting {
  readonly svID: string
  /** The server's clock. */
  readonly svDate: Date
  readonly versions: readonly string[]
  readonly langs: readonly string[]
  /** Object mappings that the server supports. */
  readonly objURIs: readonly string[]
  /** Extensions that the server supports. */
  readonly extURIs: readonly string[]
}

/** Throws XmlError or ProtocolError when the document is not a greeting. The data collection policy is not read. */
export function decodeGreeting(document: string | Buffer): Greeting {
  const greeting = new ElementReader(instanceOf(document, 'greeting'))
  const menu = new ElementReader(greeting.get('svcMenu'))
  const extension = menu.find('svcExtension')
  return {
    svID: greeting.token('svID'),
    svDate: greeting.date('svDate'),
    versions: menu.tokens('version'),
    langs: menu.tokens('lang'),
    objURIs: menu.tokens('objURI'),
    extURIs: extension ? new ElementReader(extension).tokens('extURI') : [],
  }
}
