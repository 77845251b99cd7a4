import { ArrowSwitchIcon, OrganizationIcon, PlusIcon, SignOutIcon } from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { Suspense, useState } from 'react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { OwnOrganisationJson } from '../../../server/domain/endpoints/organisation'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { actFor, useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { lateDialog } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { Panel } from '../../components/stats/Stats'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'
import { FEWEST } from './details'

const AllOrganisations = lazyPart(() => import('./AllOrganisations'))
const CreateDialog = lateDialog(async () => (await import('./CreateDialog')).CreateDialog)

export function OwnOrganisations() {
  const { text } = useText()
  const { user_organisations } = useSite()
  const isOperator = isAdmin(useViewer()?.role ?? 0)
  const { data: own, error, reload } = useEndpoint('organisation.list_own')
  const query = { p: 1, page_size: FEWEST }
  const { data: all } = useEndpoint('organisation.list', { query }, { skip: !isOperator })
  const [isNew, create] = useState(false)
  const mayCreate = user_organisations || isOperator
  return (
    <>
      <PageHeader
        title={text('nav.organisation')}
        description={text('org.description')}
        manual="organisations"
      >
        {mayCreate && (
          <Button variant="primary" leadingVisual={PlusIcon} onClick={() => create(true)}>
            {text('org.new')}
          </Button>
        )}
      </PageHeader>
      {error !== undefined && own === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && own === undefined && <PageSkeleton />}
      {own?.length === 0 && (
        <Blank
          icon={OrganizationIcon}
          title={text('org.none')}
          message={text(mayCreate ? 'org.none_create' : 'org.none_ask')}
        />
      )}
      {own !== undefined && own.length > 0 && <List own={own} onGone={reload} />}
      <Joinable onAsked={reload} />
      {all !== undefined && all.total > 0 && (
        <Suspense fallback={null}>
          <AllOrganisations first={all} />
        </Suspense>
      )}
      {isNew && (
        <CreateDialog
          isOperator={isOperator}
          onChanged={() => void reload()}
          onClose={() => create(false)}
        />
      )}
    </>
  )
}

interface ListProps {
  readonly own: readonly OwnOrganisationJson[]
  readonly onGone: () => Promise<unknown>
}

function List({ own, onGone }: ListProps) {
  const { text } = useText()
  const format = useFormat()
  const heads = [text('org.role'), text('wallet.balance')] as const
  return (
    <PlainTable titles={[text('org.name'), ...heads]} hasActions>
      {own.map((row) => (
        <tr key={row.id}>
          <td>
            <strong>{row.display_name || row.name}</strong>
          </td>
          <td data-label={heads[0]}>
            {row.state === 'requested' ? (
              <Label variant="attention">{text('org.requested')}</Label>
            ) : (
              text(`org.role_${row.role}`)
            )}
          </td>
          <td data-label={heads[1]} className="number">
            {row.state === 'active' ? format.quota(row.quota) : '–'}
          </td>
          <td>
            <RowActs row={row} onGone={onGone} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

function RowActs({ row, onGone }: { row: OwnOrganisationJson } & Pick<ListProps, 'onGone'>) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const name = row.display_name || row.name
  const leave = async (): Promise<void> => {
    const title = text('org.leave_title', { name })
    const message = text('org.leave_text')
    if (!(await confirm({ title, message, agree: text('org.leave'), danger: true }))) return
    const params = { id: row.id }
    await run(() => call('organisation.leave', { params }).finally(onGone), text('ui.done'))
  }
  return (
    <span className="cell-actions">
      {row.state === 'active' && (
        <Button
          size="small"
          leadingVisual={ArrowSwitchIcon}
          aria-label={`${text('org.switch')}: ${name}`}
          onClick={() => actFor({ id: row.id, name, role: row.role })}
        >
          {text('org.switch')}
        </Button>
      )}
      <RowButton
        icon={SignOutIcon}
        title="org.leave"
        name={name}
        isDisabled={isBusy}
        onClick={() => void leave()}
      />
    </span>
  )
}

function Joinable({ onAsked }: { readonly onAsked: () => Promise<unknown> }) {
  const { text } = useText()
  const { data: open = [], reload } = useEndpoint('organisation.joinable')
  const { isBusy, run } = useAction()
  if (open.length === 0) return null
  const ask = (id: number): Promise<boolean> =>
    run(async () => {
      await call('organisation.request', { params: { id } })
      await Promise.all([reload(), onAsked()])
    }, text('org.asked'))
  return (
    <Panel title={text('org.joinable')}>
      <ul className="panel-body org-joinable">
        {open.map(({ id, name }) => (
          <li key={id}>
            <strong>{name}</strong>
            <Button size="small" disabled={isBusy} onClick={() => void ask(id)}>
              {text('org.ask')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
