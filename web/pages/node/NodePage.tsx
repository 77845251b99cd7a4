import { Button, Label } from '@primer/react'
import { isRoot } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { NodeJson } from '../../../server/domain/endpoints/node'
import { workerOfNode } from '../../../server/domain/nodes'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { RefreshButton } from '../../components/list/RefreshButton'
import { useConfirmation } from '../../components/overlay/Confirm'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { Figures } from '../../components/table/Figures'
import { ShortTime } from '../../components/text/ShortTime'
import '../../components/table/table.css'

const EVERY_MS = 10_000
const MEGABYTE = 1_000_000

/** The processes that serve this database, and the way to take one out of rotation. */
export default function NodePage() {
  const { text } = useText()
  const { data, error, reload } = useEndpoint('node.list', {}, { everyMs: EVERY_MS })
  return (
    <>
      <PageHeader title={text('nav.node')} description={text('nodes.description')} manual="scale">
        <RefreshButton onRefresh={reload} />
      </PageHeader>
      {error !== undefined && data === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && data === undefined && <PageSkeleton />}
      {data !== undefined && <Nodes nodes={data} />}
    </>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly NodeJson[] }) {
  const { text } = useText()
  const { number } = useFormat()
  const titles = [
    text('nodes.in_flight'),
    text('nodes.per_minute'),
    text('nodes.cpu'),
    text('nodes.memory'),
  ]
  const heads = [text('nodes.version'), text('nodes.state'), text('nodes.started')] as const
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text('nodes.host')}</th>
            {heads.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {titles.map((title) => (
              <th key={title} scope="col" className="table-number">
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{text('ui.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.id}>
              <td>
                <strong className="mono">{node.host}</strong>
                <WorkerNumber id={node.id} />
              </td>
              <td data-label={heads[0]}>{node.version}</td>
              <td data-label={heads[1]}>
                <NodeState node={node} />
              </td>
              <td data-label={heads[2]}>
                <ShortTime as="moment" seconds={node.started_at} />
              </td>
              <Figures
                titles={titles}
                figures={[
                  number(node.in_flight),
                  number(node.calls_per_minute),
                  `${number(node.cpu_percent)}%`,
                  `${number(Math.round(node.rss_bytes / MEGABYTE))} MB`,
                ]}
              />
              <td>
                <DrainNode node={node} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Empty for a process that writes for itself. */
function WorkerNumber({ id }: Pick<NodeJson, 'id'>) {
  const { text } = useText()
  const index = workerOfNode(id)
  if (index === undefined) return null
  return <span className="muted"> {text('nodes.worker', { index })}</span>
}

function NodeState({ node: { is_alive, draining } }: { readonly node: NodeJson }) {
  const { text } = useText()
  if (!is_alive) return <Label variant="danger">{text('nodes.silent')}</Label>
  if (draining) return <Label variant="attention">{text('nodes.draining')}</Label>
  return <Label variant="success">{text('nodes.serving')}</Label>
}

function DrainNode({ node: { id, host, draining } }: { readonly node: NodeJson }) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const isOwner = isRoot(useViewer()?.role ?? 0)
  if (!isOwner) return null
  const turn = async (): Promise<void> => {
    const question = {
      title: text('nodes.drain_title', { host }),
      message: text('nodes.drain_text'),
    }
    if (!draining && !(await confirm({ ...question, agree: text('nodes.drain') }))) return
    await run(
      async () => {
        await call(draining ? 'node.resume' : 'node.drain', { params: { id } })
        await refresh('node')
      },
      text(draining ? 'nodes.resumed' : 'nodes.drained', { host }),
    )
  }
  const label = text(draining ? 'nodes.resume' : 'nodes.drain')
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={`${label}: ${host}`}
      onClick={() => void turn()}
    >
      {label}
    </Button>
  )
}
