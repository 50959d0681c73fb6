import { isDeepStrictEqual } from 'node:util'
import { Controller } from '@nestjs/common'
import type { ExtensionRecord } from '@nameyard/contracts/domains/extension-record'
import { syncExtensions, type ListedExtension } from '@nameyard/contracts/domains/sync-extensions'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { extensionsAt } from './catalogue'
import { backEndOf, backEnds, recordBehind, type BackEnd } from './delegated'
import { ExtensionChanges } from './extension-changes'
import type { DatedExtension } from './extension.store'
import { RulesInForce } from './rules-in-force'

interface Change {
  readonly record: ExtensionRecord
  readonly isNew: boolean
  readonly backEnd: BackEnd | undefined
  readonly fields: readonly string[]
}

/** Compares the catalogue with public lists, and takes over what is new. For operators. */
@Controller()
export class SyncExtensions {
  constructor(
    private readonly rules: RulesInForce,
    private readonly changes: ExtensionChanges,
    private readonly clock: Clock,
  ) {}

  @Handles(syncExtensions)
  async execute({ listed, apply }: Input<typeof syncExtensions>, call: Call): Promise<Result<typeof syncExtensions>> {
    await this.rules.refresh()
    const now = this.clock.now()
    const known = extensionsAt(now)
    const open = listed.filter(({ suffix }) => !isInUse(known.get(suffix)))
    const found = open.flatMap((each) => changeOf(each, known.get(each.suffix)) ?? [])
    if (apply && found.length > 0)
      await this.changes.addAll(
        found.map(({ record }) => ({ record, isRetired: false, effectiveFrom: now })),
        call,
      )
    return {
      changes: found.map(({ record, isNew, backEnd, fields }) => ({
        suffix: record.suffix,
        isNew,
        ...(backEnd && { backEnd: backEnd.name }),
        fields: [...fields],
      })),
      kept: listed.length - open.length,
    }
  }
}

/** Whether an operator has confirmed or retired the record, or somebody sells by it. */
function isInUse(row: DatedExtension | undefined): boolean {
  return row !== undefined && (row.isRetired || row.record.verified || row.record.registry.account !== undefined)
}

function changeOf(listed: ListedExtension, row: DatedExtension | undefined): Change | undefined {
  const { suffix } = listed
  const backEnd = backEndOf(suffix, listed.rdapHost)
  if (!row) return { record: recordOf(backEnd ?? backEnds[0]!, listed, false), isNew: true, backEnd, fields: [] }
  // The rules of countries are their own: no back-end knows them.
  const record =
    backEnd && suffix.length > 2
      ? { ...recordOf(backEnd, listed, row.record.isNewGtld), ...ownPart(row.record) }
      : { ...row.record, ...described(row.record, listed) }
  const names = Object.keys(record) as (keyof ExtensionRecord)[]
  const fields = names.filter((name) => !isDeepStrictEqual(record[name], row.record[name]))
  return fields.length > 0 ? { record, isNew: false, backEnd, fields } : undefined
}

/** `isOfProgramme` counts when no list says whether it was delegated in ICANN's programme of 2012. */
function recordOf(
  backEnd: BackEnd,
  { suffix, isNewGtld, registry, rdapHost }: ListedExtension,
  isOfProgramme: boolean,
): ExtensionRecord {
  const found = [
    ...(rdapHost === undefined ? [] : [`RDAP bootstrap of IANA: ${rdapHost}`]),
    ...(registry === undefined ? [] : ['operator: list of ICANN']),
  ].join('; ')
  return recordBehind(backEnd, suffix, { isNewGtld: isNewGtld ?? isOfProgramme, operator: registry, found })
}

/** What no public list says. */
function ownPart({ additionalData, idnScripts, restrictions, launchPhases, launchPhase, status }: ExtensionRecord) {
  return { additionalData, idnScripts, restrictions, launchPhases, launchPhase, status }
}

function described({ description }: ExtensionRecord, { registry }: ListedExtension): Partial<ExtensionRecord> {
  return registry === undefined ? {} : { description: { ...description, text: registry } }
}
