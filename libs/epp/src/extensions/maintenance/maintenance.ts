import type { Answer } from '../../answer'
import { objectCommand, type Command } from '../../command'
import { tokenOf } from '../../constraints'
import { attribute, ElementReader, ProtocolError, token } from '../../element-reader'
import { MAINTENANCE } from '../../namespaces'
import { elementsOf } from '../../xml'

const maint = elementsOf(MAINTENANCE)

const pollTypes = ['create', 'update', 'delete', 'courtesy', 'end'] as const

/** How much of a system does not work: all, a part, or nothing. */
export type Impact = 'full' | 'partial' | 'none'

/** A planned or running maintenance of a registry (RFC 9167 section 3.3). */
export interface Maintenance {
  readonly id: string
  /** Environment: `production`, `ote`, `staging`, `dev`, or another one of the registry. */
  readonly environment: string
  readonly systems: readonly { readonly name: string; readonly impact: Impact }[]
  readonly start: Date
  readonly end: Date
  readonly reason: 'planned' | 'emergency'
  /** The affected extensions, in lower case; empty for all. */
  readonly tlds: readonly string[]
  /** When it was changed last; when it was created, if never. */
  readonly changedAt: Date
  /** Of a poll message: what happened to the maintenance. */
  readonly pollType: (typeof pollTypes)[number] | undefined
}

/** A maintenance in a list. */
export interface ListedMaintenance {
  readonly id: string
  readonly start: Date
  readonly end: Date
  /** When it was changed last; when it was created, if never. */
  readonly changedAt: Date
}

/** Reads one maintenance (RFC 9167 section 4.1.3). */
export function infoMaintenance(id: string): Command<Maintenance> {
  const payload = maint('info', [maint('id', tokenOf('id', 1, Infinity, id))])
  return objectCommand('maintenance', 'info', payload, (answer) => {
    const found = maintenanceIn(answer)
    if (!found) throw new ProtocolError('the response has no <maint>')
    return found
  })
}

/** Lists what is planned and running (RFC 9167 section 4.1.3). */
export function listMaintenances(): Command<readonly ListedMaintenance[]> {
  return objectCommand('maintenance', 'info', maint('info', [maint('list')]), (answer) => {
    const list = infData(answer)?.find('list')
    if (!list) throw new ProtocolError('the response has no <list>')
    return new ElementReader(list).all('listItem').map((item) => {
      const fields = new ElementReader(item)
      return {
        id: fields.token('id'),
        start: fields.date('start'),
        end: fields.date('end'),
        changedAt: changedAtOf(fields),
      }
    })
  })
}

/** The maintenance in an answer to info or poll; undefined when it has none. */
export function maintenanceIn(answer: Pick<Answer, 'resData'>): Maintenance | undefined {
  const element = infData(answer)?.find('maint')
  if (!element) return undefined
  const fields = new ElementReader(element)
  const systems = fields.find('systems')
  const tlds = fields.find('tlds')
  return {
    id: fields.token('id'),
    environment: attribute(fields.get('environment'), 'type'),
    systems: (systems ? new ElementReader(systems).all('system') : []).map((system) => {
      const of = new ElementReader(system)
      return { name: of.token('name'), impact: oneOf(of.get('impact'), ['full', 'partial', 'none']) }
    }),
    start: fields.date('start'),
    end: fields.date('end'),
    reason: oneOf(fields.get('reason'), ['planned', 'emergency']),
    tlds: tlds ? new ElementReader(tlds).tokens('tld').map((tld) => tld.toLowerCase().replace(/^\./, '')) : [],
    changedAt: changedAtOf(fields),
    pollType: pollTypeOf(fields),
  }
}

/** The impact on EPP; when the systems are named otherwise, the strongest one. */
export function impactOf({ systems }: Pick<Maintenance, 'systems'>): Impact {
  const epp = systems.filter(({ name }) => /\bEPP\b/i.test(name))
  const impacts = (epp.length > 0 ? epp : systems).map(({ impact }) => impact)
  // The schema requires a system; without one nothing is known, so everything may be affected.
  if (impacts.length === 0 || impacts.includes('full')) return 'full'
  return impacts.includes('partial') ? 'partial' : 'none'
}

function infData({ resData }: Pick<Answer, 'resData'>): ElementReader | undefined {
  const element = resData.find(({ ns, local }) => ns === MAINTENANCE && local === 'infData')
  return element && new ElementReader(element)
}

function changedAtOf(fields: ElementReader): Date {
  return fields.optionalDate('upDate') ?? fields.date('crDate')
}

function pollTypeOf(fields: ElementReader): Maintenance['pollType'] {
  const element = fields.find('pollType')
  return element ? oneOf(element, pollTypes) : undefined
}

function oneOf<Word extends string>(element: Parameters<typeof token>[0], words: readonly Word[]): Word {
  const word = words.find((each) => each === token(element))
  if (word === undefined) throw new ProtocolError(`<${element.local}> is not one of ${words.join(', ')}`)
  return word
}
