import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionChanged } from '@nameyard/contracts/domains/extension-changed'
import { extensionRecord, type ExtensionRecordGiven } from '@nameyard/contracts/domains/extension-record'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { framesIn, invalidFrames, obstacleToSchemas } from '@nameyard/testing/epp-schemas'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { startPlatform, type Platform } from './platform'
import { charges, order } from './registry-lifecycle'

type OrderOf = { [Kind in Parameters<typeof order>[1]]: [Kind, string, Parameters<typeof order<Kind>>[3]] }[Parameters<
  typeof order
>[1]]
type Settlement = Awaited<ReturnType<Platform['ended']>>

/** A platform whose sandbox registry serves the extensions of records, each in its dialect, and keeps all frames. */
export class DialectPlatform {
  platform!: Platform
  private readonly frames = mkdtempSync(join(tmpdir(), 'dialect-frames-'))

  /**
   * `marks` are in every check of an extension of that dialect, and show that it is in force. `settings` are further ones of
   * the worker, and `ofRegistry` of the sandbox registry.
   */
  constructor(
    records: readonly ExtensionRecordGiven[],
    marks = '',
    settings: (platform: Platform) => Record<string, string> = () => ({}),
    ofRegistry: Readonly<Record<string, string>> = {},
  ) {
    beforeAll(async () => {
      this.platform = await startPlatform()
      const control = String(await freePort())
      const folder = { SANDBOX_FRAMES_FOLDER: this.frames }
      await this.platform.openRegistry({ SANDBOX_CONTROL_PORT: control, ...folder, ...ofRegistry })
      await this.platform.worker({
        REGISTRY_SANDBOX_CONTROL_URL: `http://127.0.0.1:${control}`,
        ...settings(this.platform),
      })
      for (const [index, record] of records.entries()) await this.announce(record, index + 1)
      for (const { suffix } of records) await this.isServed(suffix, marks)
    })
    afterAll(async () => {
      await this.platform?.close()
      rmSync(this.frames, { recursive: true })
    })
  }

  /**
   * Declares the last test of a file: all frames so far are valid. `partOf` leaves out what is in namespaces without public
   * schemas, and returns undefined for a frame without another part.
   */
  itsFramesAreValidBy(set: string, partOf: (frame: string) => string | undefined = (frame) => frame): void {
    const obstacle = obstacleToSchemas(set)
    const title = `every frame is valid by the schemas of ${set}`
    if (obstacle) return it(`${title}: not checked, ${obstacle}`, () => expect(obstacle).not.toBe(''))
    it(title, () => {
      const frames = framesIn(this.frames).flatMap((frame) => partOf(frame) ?? [])
      expect(invalidFrames(set, [frames[0]!.replace('<epp ', '<epp odd="1" ')])).not.toEqual([])
      expect(frames.length).toBeGreaterThan(20)
      expect(invalidFrames(set, frames)).toEqual([])
    })
  }

  /** The commands of a kind about an object that the registry carried out, oldest first. */
  async asked(command: string, object?: string): Promise<string[]> {
    const found = await this.platform.audit({ command, ...(object !== undefined && { object }) })
    return found.filter(({ code }) => code >= 1000 && code < 2000).map(({ request }) => request)
  }

  /** Waits until the registry has carried out a command about an object. */
  isAsked(command: string, object: string): Promise<boolean> {
    return eventually(async () => {
      this.platform.clock.advance(1_000)
      return (await this.asked(command, object)).length > 0
    }, `${command} of ${object}`)
  }

  /** Waits until our transfer of a domain is pending at the registry. */
  isPending(name: string): Promise<boolean> {
    return eventually(async () => {
      this.platform.clock.advance(1_000)
      const { rows } = await this.platform.sql.query(
        "select from sandbox_registry.transfer where domain = $1 and requested_by = 'nameyard' and status = 'pending'",
        [name],
      )
      return rows.length > 0
    }, `the transfer of ${name}`)
  }

  /** Registers a domain; returns the registry's view of it. */
  async registered(name: string, intent: Parameters<Platform['submit']>[1] = {}) {
    const end = await this.platform.ended(await this.platform.submit(name, intent))
    expect([end.outcome, end.reason?.text]).toEqual(['done', undefined])
    return end.registry
  }

  /** Submits an operation and waits for its end. */
  async ended(...[kind, name, intent]: OrderOf): Promise<Settlement> {
    return this.platform.ended(await order(this.platform, kind, name, intent as never))
  }

  async inspected(name: string) {
    return (await this.ended('domain.inspect', name, {})).registry
  }

  /** Carries out a command of the registry's own. */
  verb(name: string, verb: string, data: Readonly<Record<string, string | boolean>> = {}) {
    return this.ended('domain.verb', name, { verb, data })
  }

  async restored(name: string, deletedAt: string) {
    return this.ended('domain.restore', name, { deletedAt, reason: 'Registrant error' })
  }

  charged(name: string): Promise<string[]> {
    return charges(this.platform, name)
  }

  /** The code of a domain at the registry. */
  async codeOf(name: string): Promise<string> {
    const { rows } = await this.platform.sql.query<{ auth_info: string }>(
      'select auth_info from sandbox_registry.domain where name = $1',
      [name],
    )
    return rows[0]!.auth_info
  }

  /** Waits for the messages about an object; returns what each is about. */
  async messages(object: string, count = 1): Promise<string[]> {
    return eventually(async () => {
      this.platform.clock.advance(5_000)
      const { rows } = await this.platform.sql.query<{ about: string }>(
        'select about from poll_message where object = $1 order by received_at, message_id',
        [object.toLowerCase()],
      )
      return rows.length >= count && rows.map(({ about }) => about)
    }, `${count} messages about ${object}`)
  }

  check(...names: string[]) {
    const { rpc, call } = this.platform.domains
    return rpc.call(checkNames, { names }, call())
  }

  private async announce(given: ExtensionRecordGiven, number: number): Promise<void> {
    const record = extensionRecord.parse({ ...given, registry: { account: 'sandbox', ...given.registry } })
    const effectiveFrom = this.platform.clock.now().toISOString()
    const payload = { number, suffix: record.suffix, effectiveFrom, record, isRetired: false }
    const message = { message: extensionChanged, payload, messageId: randomUUID(), correlationId: randomUUID() }
    await this.platform.domains.publisher.publish([message])
  }

  private async isServed(suffix: string, marks: string): Promise<void> {
    const name = `served.${suffix}`
    const isInForce = async () => {
      // The sandbox registry may have served it by other rules before.
      const { rows } = await this.platform.sql.query('select from sandbox_extension where suffix = $1', [suffix])
      if (rows.length === 0) return false
      const isAnswered = await this.check(name).then(
        () => true,
        () => false,
      )
      const asked = await this.platform.audit({ command: 'domain:check', object: name, code: '1000' })
      return isAnswered && (asked.at(-1)?.request ?? '').includes(marks)
    }
    await eventually(isInForce, `.${suffix} in its dialect`)
  }
}

/**
 * Returns the function that leaves out what a frame has in these namespaces, where their schemas are not public. A frame
 * without another part has none.
 */
export function withoutNamespaces(...namespaces: readonly string[]): (frame: string) => string | undefined {
  return (frame) => {
    const rest = namespaces
      .reduce(withoutNamespace, frame)
      .replace(/<extValue>\s*<value>\s*<\/value>[^]*?<\/extValue>/g, '')
      .replace(/<(extension|resData)>\s*<\/\1>/g, '')
    return /<(command|response|greeting|hello)\b/.test(rest) ? rest : undefined
  }
}

function withoutNamespace(frame: string, namespace: string): string {
  const uri = namespace.replaceAll('.', '\\.')
  const element = new RegExp(`<([\\w-]+:[\\w-]+)[^>]*="${uri}"[^>]*?(?:/>|>[^]*?</\\1>)`, 'g')
  return frame.replace(element, '').replace(new RegExp(`<extURI>${uri}</extURI>`, 'g'), '')
}
