const swc = require('./tools/build/swc.cjs')

/** Packages that ship ES modules only; Jest on Node 20 cannot require them, so swc turns them into CommonJS. */
const esmOnly = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  '@tokenizer',
  '@borewit',
  'uint8array-extras',
  'iterare',
  'uuid',
]

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'json'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { ...swc, sourceMaps: 'inline' }],
    '/node_modules/.+\\.m?js$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: { target: 'es2023', parser: { syntax: 'ecmascript', dynamicImport: true } },
        module: { type: 'commonjs' },
        sourceMaps: false,
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', '@nameyard/source'] },
}
