import type { EppClient } from './epp-client'
import { command, createContact, domainCommand, resultCode, Sandbox } from './sandbox'

export const DAY = 24 * 60 * 60

export const info = (name: string) => domainCommand('info', `<d:name>${name}</d:name>`)
export const remove = (name: string) => domainCommand('delete', `<d:name>${name}</d:name>`, 'DELETE-1')
export const renew = (name: string, curExpDate: string, years = '') =>
  domainCommand('renew', `<d:name>${name}</d:name><d:curExpDate>${curExpDate}</d:curExpDate>${years}`)
export const period = (number: string) => `<d:period unit="y">${number}</d:period>`
export const update = (name: string, inner: string, extension = '') =>
  domainCommand('update', `<d:name>${name}</d:name>${inner}`).replace(
    '<clTRID>',
    `${extension === '' ? '' : `<extension>${extension}</extension>`}<clTRID>`,
  )
export const transfer = (op: string, name: string, inner = '') =>
  domainCommand('transfer', `<d:name>${name}</d:name>${inner}`).replace('<transfer>', `<transfer op="${op}">`)
export const authInfo = (pw = '2fooBAR') => `<d:authInfo><d:pw>${pw}</d:pw></d:authInfo>`
export const rgp = (op: string, inner = '') =>
  `<rgp:update xmlns:rgp="urn:ietf:params:xml:ns:rgp-1.0"><rgp:restore op="${op}">${inner}</rgp:restore></rgp:update>`
export const report = `<rgp:report><rgp:preData>before</rgp:preData><rgp:postData>after</rgp:postData>
  <rgp:delTime>2027-03-02T12:00:00.0Z</rgp:delTime><rgp:resTime>2027-03-03T12:00:00.0Z</rgp:resTime>
  <rgp:resReason>Registrant error</rgp:resReason><rgp:statement>First</rgp:statement>
  <rgp:statement lang="en">Second</rgp:statement></rgp:report>`
export const restore = (name: string, op = 'request') =>
  update(name, '<d:chg/>', rgp(op, op === 'report' ? report : ''))
export const pollRequest = command('<poll op="req"/>')
export const ns = (host: string) => `<d:ns><d:hostObj>${host}</d:hostObj></d:ns>`
export const status = (s: string) => `<d:status s="${s}"/>`

/** A registry with two logged-in registrars and a contact `holder` of the first; tests advance its clock. */
export class LifecycleSandbox {
  private constructor(
    readonly sandbox: Sandbox,
    readonly client: EppClient,
    readonly rival: EppClient,
  ) {}

  static async open(): Promise<LifecycleSandbox> {
    const sandbox = await Sandbox.open()
    const registry = new LifecycleSandbox(sandbox, await sandbox.session(), await sandbox.session('rival'))
    await registry.client.ask(createContact('holder'))
    return registry
  }

  /** Deletes all domains and resets the clock: much faster than another registry. */
  async reset(): Promise<void> {
    await this.sandbox.pool.query(`
      set search_path to sandbox_registry;
      delete from grace; delete from charge; delete from poll_message;
      delete from domain_host; delete from host; delete from domain;
      delete from contact where id not in ('holder', 'rival-holder');
      update clock set offset_seconds = 0;
      update registrar set credit = null;
      reset search_path`)
  }

  close(): Promise<void> {
    return this.sandbox.close()
  }

  /** Advances the clock by days and returns the answer of the control port. */
  async pass(days: number) {
    const { status, body } = await this.sandbox.control('POST', '/clock/advance', { seconds: days * DAY })
    expect(status).toBe(200)
    return body
  }

  async charges(name: string): Promise<string[]> {
    const { body } = await this.sandbox.control('GET', `/charges?domain=${name}`)
    return (body.charges ?? []).map(({ registrar, kind, cents }) => `${registrar} ${kind} ${cents}`)
  }

  async shown(name: string, asker = this.client) {
    const answer = await asker.ask(info(name))
    const all = (pattern: RegExp) => [...answer.matchAll(pattern)].map(([, found]) => found)
    return {
      statuses: all(/<domain:status s="(.*?)"/g),
      rgp: all(/<rgp:rgpStatus s="(.*?)"/g),
      exDate: all(/<domain:exDate>(.*?)</g)[0],
      clID: all(/<domain:clID>(.*?)</g)[0],
    }
  }

  /** Acknowledges every message of a queue and returns their texts. */
  async drain(asker: EppClient): Promise<(string | undefined)[]> {
    const texts: (string | undefined)[] = []
    for (;;) {
      const answer = await asker.ask(pollRequest)
      if (resultCode(answer) === 1300) return texts
      texts.push(/<qDate>(.*?)T.*?<msg>(.*?)<\/msg>/s.exec(answer)?.slice(1).join(' '))
      const id = /<msgQ count="\d+" id="(\d+)"/.exec(answer)?.[1]
      expect(resultCode(await asker.ask(command(`<poll op="ack" msgID="${id}"/>`)))).toBe(1000)
    }
  }
}
