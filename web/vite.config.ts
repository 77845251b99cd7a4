/** Builds the console. Paths of calls come from the contract rows, as a table in the bundle. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ENDPOINTS } from '../server/domain/endpoints'

const ENDPOINT_ROUTES = Object.fromEntries(
  ENDPOINTS.map(({ id, method, path }) => [id, `${method} ${path}`]),
)

/** Where `vite` in development finds the API. */
const GATEWAY = 'http://127.0.0.1:3000'

/** Whatever fewer pages need is fetched with them. */
const MANY_PAGES = 4

/** What pages are made of, and no large thing that only some of them have. */
function isPart(id: string): boolean {
  const path = id.replaceAll('\\', '/')
  return PARTS.some((part) => part.test(path))
}

const PARTS = [
  /node_modules\/@primer\//,
  /\/web\/(?:components\/)?[\w-]+\./,
  /\/server\/domain\/(?!i18n\/)/,
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { ENDPOINT_ROUTES: JSON.stringify(ENDPOINT_ROUTES) },
  server: {
    proxy: Object.fromEntries(['/api', '/v1', '/pg'].map((path) => [path, GATEWAY])),
  },
  build: {
    target: 'es2023',
    // Inlined images would need data: in the content policy of fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A file for each small part that two pages share would be a hundred requests a page.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
              priority: 3,
            },
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: 'parts', test: isPart, minShareCount: MANY_PAGES, priority: 1 },
          ],
        },
      },
    },
  },
})
