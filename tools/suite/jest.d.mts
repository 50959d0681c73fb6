interface Failure {
  readonly path: string
  readonly name: string
  readonly message: string
}

export function failuresOf(root: string, result: unknown): Failure[]
