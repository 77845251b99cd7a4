import { useParams } from 'wouter'
import { PLAYGROUND_ROUTES, type PlaygroundMode } from '../../../server/domain/calls/playground'
import type { Operation } from '../../../server/domain/calls/protocol'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { TabLinks } from '../../components/page/TabLinks'
import { TalkMode } from './chat/TalkMode'
import { TrialMode } from './trial/TrialMode'
import { TRIALS } from './trial/trials'

const MODES = Object.keys(PLAYGROUND_ROUTES).filter(isMode)

function isMode(name: string | undefined): name is PlaygroundMode {
  return name !== undefined && Object.hasOwn(PLAYGROUND_ROUTES, name)
}

/** Everything that can be tried here, each under an address of its own. */
export default function PlaygroundPage() {
  const { text } = useText()
  const { mode: named } = useParams()
  const { offered, isRead } = useOffered()
  const mode = isMode(named) ? named : 'chat'
  const links = MODES.filter((id) => id === mode || offered.has(PLAYGROUND_ROUTES[id].operation))
  const tabs = !isRead ? (
    <span data-unsized={true} />
  ) : links.length < 2 ? null : (
    <TabLinks
      label={text('playground.modes')}
      links={links.map((id) => ({
        to: id === 'chat' ? '/playground' : `/playground/${id}`,
        title: text(`playground.mode_${id}`),
        isHere: id === mode,
      }))}
    />
  )
  if (mode === 'chat' || mode === 'responses')
    return <TalkMode key={mode} mode={mode} tabs={tabs} />
  return <TrialMode key={mode} mode={mode} row={TRIALS[mode]} tabs={tabs} />
}

interface Offered {
  readonly offered: ReadonlySet<Operation>
  readonly isRead: boolean
}

/** The operations that some model of the viewer's groups supports. */
function useOffered(): Offered {
  const lists = [
    ['chat', useModels('chat')],
    ['images', useModels('images')],
    ['speech', useModels('speech')],
    ['transcription', useModels('transcription')],
    ['rerank', useModels('rerank')],
  ] as const
  const some = lists.filter(([, { data = [] }]) => data.length > 0)
  return {
    offered: new Set(some.map(([operation]) => operation)),
    isRead: lists.every(([, { data, error }]) => data !== undefined || error !== undefined),
  }
}

const useModels = (operation: Operation) => useEndpoint('user.models', { query: { operation } })
