/** Builds the console. Paths of calls come from the contract rows, as a table in the bundle. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { channelTypeFacts } from '../server/domain/channels/type-facts'
import { optionFacts } from '../server/domain/option-facts'
import { calledRoutes } from './build/called-routes'
import { chunkNames } from './build/chunks'
import { directImports } from './build/direct-imports'
import { documents, withoutRuntime } from './build/documents'
import {
  latePopovers,
  leanIcons,
  leanParts,
  leanTokens,
  leanTranslator,
  withoutOutlived,
} from './build/lean-packages'
import { MANUAL, manual, readManualTopics } from './build/manual'
import { readPageRows } from './build/page-rows'
import { texts } from './build/texts'
import { vendorMarks } from './build/vendor-marks'
import { versionOf } from './build/version'

const WEB = import.meta.dirname
const PRIMER = join(WEB, '../node_modules/@primer')
const MANUAL_PLACE = `/assets/manual-${versionOf([MANUAL, join(WEB, 'build')])}`
const TYPES = join(WEB, '../server/domain/channel-types')
const MARKS_PLACE = `/assets/marks-${versionOf([join(WEB, 'build'), TYPES])}.svg`
const TEXTS_PLACE = `/assets/texts-${versionOf([WEB, join(WEB, '../server/domain')])}`

/** Where `vite` in development finds the API. */
const GATEWAY = 'http://127.0.0.1:3000'

const ROWS = readPageRows()

const SHORT_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

export default defineConfig({
  root: WEB,
  plugins: [
    directImports({
      '@primer/react': join(PRIMER, 'react/dist/index.js'),
      '@primer/octicons-react': join(PRIMER, 'octicons-react/dist/index.esm.mjs'),
    }),
    leanIcons(),
    leanTokens([WEB, join(PRIMER, 'react/dist')]),
    latePopovers(),
    leanParts(),
    leanTranslator(),
    withoutOutlived(),
    react(),
    texts({ place: TEXTS_PLACE, rows: ROWS }),
    manual(MANUAL_PLACE),
    vendorMarks(MARKS_PLACE),
    documents({ texts: TEXTS_PLACE, rows: ROWS }),
  ],
  define: {
    ENDPOINT_ROUTES: JSON.stringify(calledRoutes()),
    CHANNEL_TYPE_FACTS: JSON.stringify(channelTypeFacts()),
    OPTION_FACTS: JSON.stringify(optionFacts()),
    TEXTS_PLACE: JSON.stringify(TEXTS_PLACE),
    MARKS_PLACE: JSON.stringify(MARKS_PLACE),
    MANUAL_PLACE: JSON.stringify(MANUAL_PLACE),
    MANUAL_TOPICS: JSON.stringify(readManualTopics()),
  },
  server: {
    proxy: Object.fromEntries(['/api', '/v1', '/pg'].map((path) => [path, GATEWAY])),
  },
  build: {
    target: 'es2023',
    // Inlined images would need data: in the content policy of fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => withoutRuntime(files),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Rows and arithmetic: whoever needs none of it needs no trace of it.
      treeshake: { moduleSideEffects: [{ test: /\/server\/domain\//, sideEffects: false }] },
      output: {
        // The frame names two hundred files: what cannot be packed should be short.
        ...SHORT_NAMES,
        codeSplitting: {
          includeDependenciesRecursively: false,
          // A file of its own for every icon and part would be a hundred requests for a page.
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: chunkNames(join(WEB, 'main.tsx'), ROWS), priority: 1 },
          ],
        },
      },
    },
  },
})
