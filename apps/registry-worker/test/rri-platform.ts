import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { freePort } from '@nameyard/testing/free-port'
import type { RriAnswer } from '../src/rri/protocol/answer'
import { textOfErrors } from '../src/rri/protocol/answer'
import { createContact, type RriRequest } from '../src/rri/protocol/requests'
import { RriConnection } from '../src/rri/rri-connection'
import { startPlatform, type Platform } from './platform'

const US = 'DENIC-1000001'
export const RIVAL = 'DENIC-1000002'

/** A platform whose `.de` runs at an account of the driver `rri`, at the RRI port of the sandbox registry. */
export class RriPlatform {
  platform!: Platform
  private readonly folder = mkdtempSync(join(tmpdir(), 'rri-accounts-'))
  private port = 0

  /** `settings` are added to those of the account; `password` is the one that we begin with. */
  constructor(settings: object = {}, password?: string) {
    beforeAll(async () => {
      this.platform = await startPlatform()
      this.port = await freePort()
      await this.platform.openRegistry({ SANDBOX_RRI_PORT: String(this.port) })
      await this.platform.worker({ REGISTRY_ACCOUNTS_FILE: this.accountsFile(settings, password) })
    })
    afterAll(async () => {
      await this.platform?.close()
      rmSync(this.folder, { recursive: true })
    })
  }

  check(...names: string[]) {
    const { rpc, call } = this.platform.domains
    return rpc.call(checkNames, { names }, call())
  }

  /** Another registrar, with a session of its own. */
  async openRival() {
    const { certificate } = this.platform
    const settings = {
      host: '127.0.0.1',
      port: this.port,
      tls: { ca: readFileSync(certificate, 'utf8'), servername: 'localhost' },
      timeouts: { connectMs: 5_000, answerMs: 5_000 },
    }
    const session = await RriConnection.open(settings, { user: `${RIVAL}-RRI`, password: 'rival-pw' })
    const rival = {
      ask: (request: RriRequest): Promise<RriAnswer> =>
        session.transact(request, request.isChange ? { ctid: `rival-${randomUUID()}` } : {}),
      /** Sends a request that must succeed. */
      async does(request: RriRequest): Promise<RriAnswer> {
        const answer = await rival.ask(request)
        if (answer.result !== 'success') throw new Error(`${request.name}: ${textOfErrors(answer)}`)
        return answer
      },
      /** Makes a holder; returns its handle. */
      async holder(id: string): Promise<string> {
        const handle = `${RIVAL}-${id}`
        await rival.does(
          createContact({
            handle,
            type: 'PERSON',
            lines: [
              ['Name', 'Rita Rival'],
              ['Address', 'Nebenstrasse 2'],
              ['PostalCode', '60313'],
              ['City', 'Frankfurt'],
              ['CountryCode', 'DE'],
              ['EMail', 'rita@rival.example'],
              ['Phone', '+49.691234'],
            ],
          }),
        )
        return handle
      },
      close: () => session.logout(),
    }
    return rival
  }

  /** The file with the password of the account. */
  get passwordFile(): string {
    return join(this.folder, 'password')
  }

  private accountsFile(settings: object, password = this.platform.password): string {
    writeFileSync(this.passwordFile, `${password}\n`)
    const account = {
      driver: 'rri',
      account: 'denic',
      host: '127.0.0.1',
      port: this.port,
      servername: 'localhost',
      registrarId: US,
      passwordFile: 'password',
      caFile: this.platform.certificate,
      maxSessions: 3,
      pollSeconds: 1,
      generalRequest: 'https://registrar.example/contact{?domain}',
      abuseContact: 'mailto:abuse@registrar.example{?subject}',
      tlds: ['de'],
      ...settings,
    }
    const file = join(this.folder, 'accounts.json')
    writeFileSync(file, JSON.stringify({ accounts: [account] }))
    return file
  }
}
export type RriRival = Awaited<ReturnType<RriPlatform['openRival']>>
