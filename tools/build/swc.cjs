/**
 * The only compiler setting of the repository: TypeScript to CommonJS for Node 20, with decorator metadata for Nest.
 */
module.exports = {
  swcrc: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
}
