import { Box, Text } from 'ink'
import { cut, fit, plain, widthOf } from '../text-width'
import { shownKey } from './keys/binding'
import { KeyRouterProvider, useKeyRouter } from './keys/use-keys'
import { LayerLine, LayerPage } from './Layers'
import type { Screen } from './screen'
import type { Toast } from './shell-state'
import { ACCENT, TONE_COLORS } from './theme'
import { type Layer, type Tools, ToolsProvider } from './tools'
import { type ShellProps, useShell } from './use-shell'

export function App(props: ShellProps) {
  const router = useKeyRouter()
  const { state, tools } = useShell(props)
  const { layers, visit, toast } = state
  const screen = props.screens.find(({ id }) => id === state.screen)
  const top = layers.at(-1)
  const page = layers.findLast(isPage)
  const { columns, rows } = tools.size
  return (
    <KeyRouterProvider value={router}>
      <ToolsProvider value={tools}>
        <Box flexDirection="column" width={columns} height={rows + 3}>
          <TitleLine tools={tools} title={screen === undefined ? '' : tools.text(screen.title)} />
          <Box flexDirection="column" height={rows} overflow="hidden">
            {screen !== undefined && (
              <Box flexDirection="column" display={page === undefined ? 'flex' : 'none'}>
                <screen.Body key={visit} isActive={top === undefined} start={state.start} />
              </Box>
            )}
            {layers.map((layer, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: layers are known by their place.
              <Box key={at} display={layer === page ? 'flex' : 'none'} flexDirection="column">
                <LayerPage layer={layer} isActive={layer === top} />
              </Box>
            ))}
          </Box>
          {top !== undefined && !isPage(top) ? (
            <LayerLine key={layers.length} layer={top} />
          ) : (
            <ToastLine toast={toast} tools={tools} />
          )}
          <HintLine tools={tools} screen={screen} top={top} />
        </Box>
      </ToolsProvider>
    </KeyRouterProvider>
  )
}

/** Layers that take the full screen; others are one line at the bottom. */
function isPage({ kind }: Layer): boolean {
  return kind === 'text' || kind === 'form' || kind === 'menu'
}

function TitleLine({ tools, title }: { readonly tools: Tools; readonly title: string }) {
  const { columns } = tools.size
  const { username } = tools.api.viewer
  const left = ` gw · ${title}`
  const right = cut(`${plain(username)} @ ${plain(tools.api.place)} `, columns - widthOf(left) - 2)
  return (
    <Text inverse bold color={ACCENT} wrap="truncate">
      {fit(left, columns - widthOf(right))}
      {right}
    </Text>
  )
}

interface ToastLineProps {
  readonly toast: Toast | undefined
  readonly tools: Tools
}

function ToastLine({ toast, tools }: ToastLineProps) {
  if (toast === undefined) return <Text> </Text>
  const { message, isFailure, undo } = toast
  const hint =
    undo === undefined ? '' : `  ^Z ${tools.text('tui.undo_hint', { title: plain(undo.title) })}`
  return (
    <Text bold wrap="truncate" color={TONE_COLORS[isFailure ? 'bad' : 'good'] ?? ACCENT}>
      {fit(`${isFailure ? '! ' : '+ '}${plain(message)}${hint}`, tools.size.columns)}
    </Text>
  )
}

interface HintLineProps {
  readonly tools: Tools
  readonly screen: Screen | undefined
  readonly top: Layer | undefined
}

const LAYER_HINTS = {
  text: 'tui.keys_text',
  form: 'tui.keys_form',
  menu: 'tui.keys_menu',
  question: 'tui.keys_question',
  line: 'tui.keys_line',
} as const

function HintLine({ tools, screen, top }: HintLineProps) {
  const { text, size } = tools
  const hint = top === undefined ? screen?.hint : LAYER_HINTS[top.kind]
  const actions = top?.kind === 'text' ? (top.actions ?? []) : []
  const actionHints = actions.map(({ key, title }) => `${shownKey(key)} ${plain(title)}`).join('  ')
  const plainHint = hint === undefined ? '' : text(hint)
  return (
    <Text dimColor wrap="truncate">
      {fit(
        actionHints === '' ? plainHint : text('tui.keys_detail', { actions: actionHints }),
        size.columns,
      )}
    </Text>
  )
}
