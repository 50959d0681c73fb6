import { askUdp } from '@nameyard/e2e/dns-client'
import type { Invariant } from './invariant'

/** The name server answers every record of every zone as it was acknowledged, and no deleted zone. */
export const dnsAnswers: Invariant = {
  name: 'the name server answers the acknowledged records',
  async check({ installation, clientLog }) {
    const broken: string[] = []
    let count = 0
    for (const [zone, records] of clientLog.zones) {
      for (const [host, address] of records ?? [['h0', undefined] as const]) {
        count++
        const { answers = [] } = await askUdp(installation.dnsPort, `${host}.${zone}`, 'A')
        const found = answers.map((answer) => ('data' in answer ? String(answer.data) : answer.type)).join()
        if (found !== (address ?? ''))
          broken.push(`${host}.${zone} is ${address ?? 'deleted'}, but the answer is "${found}"`)
      }
    }
    return { count, broken }
  },
}
