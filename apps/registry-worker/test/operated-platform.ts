import { listRegistryAccounts } from '@nameyard/contracts/registry/list-accounts'
import { startPlatform, type Platform } from './platform'

/** Workers that each test starts with its own settings, at one registry for the whole file. */
export class OperatedPlatform {
  platform!: Platform
  private workers: { close(): Promise<void> }[] = []

  constructor() {
    beforeAll(async () => {
      this.platform = await startPlatform()
      await this.platform.openRegistry()
    })
    afterEach(async () => {
      await this.stop()
      await this.platform.sql.query('delete from rate_bucket')
    })
    afterAll(() => this.platform?.close())
  }

  /** Starts one worker for each of the settings. */
  async start(...settings: Record<string, string>[]): Promise<void> {
    this.workers = await Promise.all(settings.map((each) => this.platform.worker(each)))
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.close()))
  }

  call() {
    return this.platform.domains.call()
  }

  /** The sandbox account, as operators see it. */
  async account() {
    const { accounts } = await this.platform.domains.rpc.call(listRegistryAccounts, {}, this.call())
    return accounts[0]!
  }

  /** The number of logins in the registry's audit. */
  async logins(code?: string): Promise<number> {
    return (await this.platform.audit({ command: 'login', ...(code !== undefined && { code }) })).length
  }
}
