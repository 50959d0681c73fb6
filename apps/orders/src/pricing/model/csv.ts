/** One row of a CSV file: its first line and its fields. */
export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
  /** Whether every quoted field ends at its closing quote. Otherwise the meaning of the row is unclear. */
  readonly isQuotedCorrectly: boolean
}

/**
 * Parses CSV (RFC 4180). Fields with a comma, a quote (doubled) or a line break are in quotes. Lines end with CRLF or LF;
 * empty lines are skipped. A quote that is never closed includes the rest of the file.
 */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  let wasQuoted = false
  let isQuotedCorrectly = true
  let line = 1
  let startedAt = 1
  const endField = () => {
    fields.push(field)
    field = ''
    wasQuoted = false
  }
  const endRow = () => {
    endField()
    if (fields.length > 1 || fields[0] !== '')
      rows.push({ line: startedAt, fields, isQuotedCorrectly: isQuotedCorrectly && !isQuoted })
    fields = []
    isQuotedCorrectly = true
    startedAt = line
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '\n') line++
    if (isQuoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') field += text[++at]!
      else {
        isQuoted = false
        wasQuoted = true
      }
    } else if (character === '"' && field === '' && !wasQuoted) isQuoted = true
    else if (character === ',') endField()
    else if (character === '\n') endRow()
    else if (character !== '\r' || text[at + 1] !== '\n') {
      field += character
      if (wasQuoted) isQuotedCorrectly = false
    }
  }
  endRow()
  return rows
}
