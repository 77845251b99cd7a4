/** The marks of vendors as one picture, of which each is a part: fetched when types are chosen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'

const ICONS = join(import.meta.dirname, '../../node_modules/@lobehub/icons-static-svg/icons')

const DRAWING = /^<svg[^>]*\sviewBox="([^"]+)"[^>]*>(?:<title>[^<]*<\/title>)?(.*)<\/svg>\s*$/s

export function vendorMarks(place: string): Plugin {
  return {
    name: 'gw-vendor-marks',
    configureServer(server) {
      server.middlewares.use(place, (_, response) => {
        response.setHeader('content-type', 'image/svg+xml')
        response.end(picture())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: place.slice(1), source: picture() })
    },
  }
}

/** Throws when a file is missing or drawn in another way. */
function picture(): string {
  const symbols = marksOfTypes().map((name) => {
    const source = readFileSync(join(ICONS, `${name}.svg`), 'utf8')
    const [, box, content] = DRAWING.exec(source) ?? []
    if (box === undefined) throw new Error(`no mark can be made of ${name}.svg`)
    const rule = source.includes('fill-rule="evenodd"') ? ' fill-rule="evenodd"' : ''
    return `<symbol id="${name}" viewBox="${box}"${rule}>${content}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

function marksOfTypes(): readonly string[] {
  const marks = CHANNEL_TYPES.map(({ mark }) => mark).filter((mark) => mark !== '')
  return [...new Set(marks)]
}
