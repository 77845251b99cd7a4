import { openExisting } from '../admin/transport'
import { defineCommand } from '../command/command'

export const mcp = defineCommand({
  path: ['mcp'],
  clientSide: true,
  summary: 'tools for assistants on stdin and stdout (Model Context Protocol)',
  flags: {
    write: { kind: 'switch', summary: 'with tools that change something' },
  },
  examples: ['gw mcp', 'gw mcp --context prod --write'],
  run: async (context, { flags }) => {
    const transport = await openExisting(context)
    const { bridgeMcp } = await import('../gateway/mcp-bridge')
    try {
      await bridgeMcp({ context, transport, onlyReads: flags.write !== true })
    } finally {
      await transport.close()
    }
  },
})
