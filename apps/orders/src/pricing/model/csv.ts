/** One line of a CSV file: where it begins, and its fields. */
export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
  /** Whether every quote that opens a field closes it: what is meant by other text nobody knows. */
  readonly isQuotedRight: boolean
}

/**
 * Reads CSV (RFC 4180): fields between commas, in quotes where they hold a comma, a quote (doubled) or a line break. Lines
 * end in CRLF or LF; empty ones are left out. A quote that is never closed takes the rest of the file.
 */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  let wasQuoted = false
  let isQuotedRight = true
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
      rows.push({ line: startedAt, fields, isQuotedRight: isQuotedRight && !isQuoted })
    fields = []
    isQuotedRight = true
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
      if (wasQuoted) isQuotedRight = false
    }
  }
  endRow()
  return rows
}
