/** Incidents and maintenance, as the status page shows them to customers. */
import { CommentIcon, MegaphoneIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { IncidentJson } from '../../../server/domain/endpoints/incident'
import { isOver } from '../../../server/domain/status-page/incident'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Note } from '../../components/form/Note'
import { lateDialog } from '../../components/late/Late'
import { Pager } from '../../components/list/Pager'
import { useListQuery } from '../../components/list/use-list-query'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { WholeList } from '../../components/page/WholeList'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'
import { ShortTime } from '../../components/text/ShortTime'
import type { IncidentDialogState } from './incident-dialog'

const IncidentDialogs = lateDialog(async () => (await import('./IncidentDialogs')).IncidentDialogs)

export default function IncidentPage() {
  const { text } = useText()
  const { status_page_enabled } = useSite()
  const { page, pageSize, turnTo, resize } = useListQuery([])
  const read = useEndpoint('incident.list', { query: { p: page, page_size: pageSize } })
  const { data, error, reload } = read
  const [dialog, open] = useState<IncidentDialogState | undefined>(undefined)
  return (
    <>
      <PageHeader
        title={text('nav.incident')}
        description={text('incident.description')}
        manual="status-page"
      >
        <Button
          variant="primary"
          leadingVisual={PlusIcon}
          onClick={() => open({ kind: 'edit', incident: undefined })}
        >
          {text('incident.new')}
        </Button>
      </PageHeader>
      {!status_page_enabled && (
        <Note tone="info">
          {text('incident.page_off')}{' '}
          <Link className="text-link" href="/setting?tab=other">
            {text('setting.StatusPageEnabled')}
          </Link>
        </Note>
      )}
      <WholeList
        read={{ data: data?.items, error, reload }}
        blank={
          <Blank
            icon={MegaphoneIcon}
            title={text('incident.none')}
            message={text('incident.none_hint')}
          />
        }
      >
        {(incidents) => <Incidents incidents={incidents} onOpen={open} onGone={reload} />}
      </WholeList>
      <Pager
        page={page}
        pageSize={pageSize}
        total={data?.total ?? 0}
        onPage={turnTo}
        onPageSize={resize}
      />
      {dialog !== undefined && (
        <IncidentDialogs
          dialog={dialog}
          onChanged={() => void reload()}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

interface IncidentsProps {
  readonly incidents: readonly IncidentJson[]
  readonly onOpen: (dialog: IncidentDialogState) => void
  readonly onGone: () => Promise<unknown>
}

function Incidents({ incidents, onOpen, onGone }: IncidentsProps) {
  const { text } = useText()
  const heads = [
    text('incident.state'),
    text('incident.impact'),
    text('incident.start'),
    text('incident.end'),
  ] as const
  return (
    <PlainTable titles={[text('incident.title'), ...heads]} hasActions>
      {incidents.map((incident) => (
        <tr key={incident.id}>
          <td className="breaks">
            <strong>{incident.title}</strong>
            {incident.models.length > 0 && (
              <div className="muted">{incident.models.join(', ')}</div>
            )}
          </td>
          <td data-label={heads[0]}>
            <Label variant={isOver(incident) ? 'secondary' : 'attention'}>
              {text(`incident.state.${incident.state}`)}
            </Label>
          </td>
          <td data-label={heads[1]}>
            {incident.kind === 'maintenance'
              ? text('incident.kind.maintenance')
              : text(`incident.impact.${incident.impact}`)}
          </td>
          <td data-label={heads[2]}>
            <ShortTime seconds={incident.starts_at} as="moment" />
          </td>
          <td data-label={heads[3]}>
            {incident.ends_at === 0 ? '–' : <ShortTime seconds={incident.ends_at} as="moment" />}
          </td>
          <td>
            <Acts incident={incident} onOpen={onOpen} onGone={onGone} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

interface ActsProps extends Pick<IncidentsProps, 'onOpen' | 'onGone'> {
  readonly incident: IncidentJson
}

function Acts({ incident, onOpen, onGone }: ActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, title } = incident
  const remove = async (): Promise<void> => {
    const question = text('incident.remove_title', { title })
    if (!(await confirm({ title: question, agree: text('ui.remove'), danger: true }))) return
    await run(() => call('incident.remove', { params: { id } }).finally(onGone), text('ui.done'))
  }
  return (
    <span className="cell-actions">
      <RowButton
        icon={CommentIcon}
        title="incident.post"
        name={title}
        onClick={() => onOpen({ kind: 'post', incident })}
      />
      <RowButton
        icon={PencilIcon}
        title="ui.edit"
        name={title}
        onClick={() => onOpen({ kind: 'edit', incident })}
      />
      <RowButton
        icon={TrashIcon}
        title="ui.remove"
        name={title}
        isDisabled={isBusy}
        onClick={() => void remove()}
      />
    </span>
  )
}
