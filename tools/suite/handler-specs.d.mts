interface Programs {
  readonly files: readonly string[]
  text(file: string): string
}

export function programsOf(root: string): Programs
export function handlersIn(programs: Programs): string[]
export function specsOf(file: string, programs: Programs): string[]
