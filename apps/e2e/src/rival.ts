import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

const NAMESTORE = 'http://www.verisign-grs.com/epp/namestoreExt-1.1'

/** The products of the registry that wants one named in each command, by their extensions. It has no contacts. */
const products: Readonly<Partial<Record<string, string>>> = { com: 'dotCOM', net: 'dotNET' }

const productOf = (name: string) => products[name.slice(name.lastIndexOf('.') + 1)]

/** Another registrar at the sandbox registry. It supports only the EPP commands that the tests need. */
export class Rival {
  private constructor(private readonly socket: TLSSocket) {}

  static async logIn(port: number, password: string): Promise<Rival> {
    const rival = new Rival(connect({ host: '127.0.0.1', port, rejectUnauthorized: false }))
    await rival.receive()
    await rival.ask(`<login><clID>rival</clID><pw>${password}</pw><options><version>1.0</version><lang>en</lang></options>
      <svcs><objURI>urn:ietf:params:xml:ns:domain-1.0</objURI>
      <svcExtension><extURI>${NAMESTORE}</extURI></svcExtension></svcs></login>`)
    return rival
  }

  /** Registers a domain for a year with the given auth code. Returns the result code. */
  async register(name: string, authcode: string): Promise<number> {
    const registrant = productOf(name) === undefined ? '<d:registrant>rival-holder</d:registrant>' : ''
    return this.command(
      name,
      `<create><d:create xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>${name}</d:name>
      ${registrant}<d:authInfo><d:pw>${authcode}</d:pw></d:authInfo></d:create></create>`,
    )
  }

  /** Requests the transfer of a domain with its auth code. Returns the result code. */
  async requestTransfer(name: string, authcode: string): Promise<number> {
    const code = authcode.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return this.command(
      name,
      `<transfer op="request"><d:transfer xmlns:d="urn:ietf:params:xml:ns:domain-1.0">
      <d:name>${name}</d:name><d:authInfo><d:pw>${code}</d:pw></d:authInfo></d:transfer></transfer>`,
    )
  }

  /** Changes the auth code of one of its own domains. Returns the result code. */
  async changeCode(name: string, authcode: string): Promise<number> {
    return this.command(
      name,
      `<update><d:update xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>${name}</d:name>
      <d:chg><d:authInfo><d:pw>${authcode}</d:pw></d:authInfo></d:chg></d:update></update>`,
    )
  }

  close(): void {
    this.socket.destroy()
  }

  /** Sends a command on a domain, with the product of its registry where it has products. */
  private command(name: string, verb: string): Promise<number> {
    const product = productOf(name)
    const namestore = `<n:namestoreExt xmlns:n="${NAMESTORE}"><n:subProduct>${product}</n:subProduct></n:namestoreExt>`
    return this.ask(product === undefined ? verb : `${verb}<extension>${namestore}</extension>`)
  }

  private async ask(command: string): Promise<number> {
    const body = Buffer.from(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><command>${command}</command></epp>`)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    this.socket.write(Buffer.concat([length, body]))
    return Number(/<result code="(\d{4})"/.exec(await this.receive())?.[1])
  }

  /** Reads one frame. The registry sends no frame without a command. */
  private async receive(): Promise<string> {
    let bytes = Buffer.alloc(0)
    while (bytes.length < 4 || bytes.length < bytes.readUInt32BE(0)) {
      const [chunk] = (await once(this.socket, 'data')) as [Buffer]
      bytes = Buffer.concat([bytes, chunk])
    }
    return bytes.subarray(4).toString()
  }
}
