/** A registrar that sends only what a create needs: the limit of an order at the sandbox registry. */
import { once } from 'node:events'
import { connect } from 'node:tls'

const NAMESTORE = 'http://www.verisign-grs.com/epp/namestoreExt-1.1'

const documentOf = (content) =>
  `<?xml version="1.0" encoding="UTF-8"?><epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><command>${content}</command></epp>`

/** The answer of EPP to a command that was carried out (RFC 5730 section 3). */
const CARRIED_OUT = /code="1000"/

/**
 * Logs in as `rival`; returns `create(name)`, which registers a .com domain for a year and resolves with the answer.
 */
export async function registrarAt(port, password, onClose) {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, noDelay: true })
  onClose(() => socket.destroy())
  let held = Buffer.alloc(0)
  /** The next frame: four bytes with its length, and a document (RFC 5734 section 4). */
  const frame = async () => {
    while (held.length < 4 || held.length < held.readUInt32BE(0)) {
      const [chunk] = await once(socket, 'data')
      held = Buffer.concat([held, chunk])
    }
    const length = held.readUInt32BE(0)
    const document = held.toString('utf8', 4, length)
    held = held.subarray(length)
    return document
  }
  const ask = async (content) => {
    const document = Buffer.from(documentOf(content))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(document.length + 4)
    socket.write(Buffer.concat([length, document]))
    const answer = await frame()
    if (!CARRIED_OUT.test(answer)) throw new Error(`The registry refused: ${answer}`)
    return answer
  }
  await frame()
  await ask(`<login><clID>rival</clID><pw>${password}</pw><options><version>1.0</version><lang>en</lang></options>
    <svcs><objURI>urn:ietf:params:xml:ns:domain-1.0</objURI>
    <svcExtension><extURI>${NAMESTORE}</extURI></svcExtension></svcs></login>`)
  return {
    create: (name) =>
      ask(`<create><d:create xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>${name}</d:name>
        <d:period unit="y">1</d:period><d:authInfo><d:pw>Bench-0ne-Code</d:pw></d:authInfo></d:create></create>
        <extension><n:namestoreExt xmlns:n="${NAMESTORE}"><n:subProduct>dotCOM</n:subProduct></n:namestoreExt></extension>`),
  }
}
