import { extensionOf } from '../../answer'
import { label, tokenOf } from '../../constraints'
import { nothingExtra, type Extension } from '../../extension'
import { IDN } from '../../namespaces'
import { elementsOf } from '../../xml'

const idn = elementsOf(IDN)

/** The IDN table of an internationalized name, and the name in Unicode. */
export interface IdnTable {
  /** Identifier of the table, a language or script in the registry's spelling: `es`, `cyrl`. */
  readonly table: string
  readonly uname: string | undefined
}

/** Names the table on a create (draft-ietf-eppext-idnmap-02 section 3.2.1). */
export function createWithTable(table: string, uname?: string): Extension<Record<never, never>> {
  const element = idn('data', [
    idn('table', tokenOf('table', 1, Infinity, table)),
    uname === undefined ? undefined : idn('uname', label('uname', uname)),
  ])
  return { element, decode: nothingExtra }
}

/** The table of a domain in the answer to info; absent for a name in ASCII. */
export const tableInfo: Extension<{ readonly idn: IdnTable | undefined }> = {
  decode: (answer) => {
    const data = extensionOf(answer, IDN, 'data')
    return { idn: data && { table: data.token('table'), uname: data.optionalToken('uname') } }
  },
}
