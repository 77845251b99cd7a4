import {
  CheckIcon,
  CommentDiscussionIcon,
  CopyIcon,
  EyeIcon,
  KeyIcon,
  NoEntryIcon,
  PencilIcon,
  SyncIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { Button, IconButton, Label } from '@primer/react'
import { useState } from 'react'
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { tokenResource } from '../../../server/domain/resources/tokens'
import { TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { type Loaded, refresh } from '../../api/use-endpoint'
import { chatLinks } from '../../app/chat-links'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { useAction } from '../../components/page/use-action'
import { subjectPath } from '../../components/stats/subject-path'
import { useTokenStatus } from '../../components/stats/use-status'
import { NameLink } from '../../components/table/NameLink'
import { ResourceTable, type Selection } from '../../components/table/ResourceTable'
import { type RowAction, RowMenu } from '../../components/table/RowMenu'
import type { TableSort } from '../../components/table/SortButton'
import { ShortTime } from '../../components/text/ShortTime'
import { TokenState } from '../../components/text/TokenState'
import { useCopy } from '../../components/text/use-copy'
import { isHidden, keyEnds } from './key-ends'
import { SpentLimit, TokenLimit, useTightestLimits } from './TokenLimit'
import './token.css'
import { RowButton } from '../../components/table/RowButton'
import { usePlaces } from './use-places'
import { useRotation } from './use-rotation'

const KeyDialog = lateDialog(async () => (await import('./KeyDialog')).KeyDialog)

interface TokenTableProps {
  readonly list: Loaded<readonly TokenJson[]>
  readonly selection: Selection
  readonly sort: TableSort
  readonly isFiltered: boolean
  readonly onEdit: (id: number) => void
  readonly onAdd: () => void
}

export function TokenTable(props: TokenTableProps) {
  const { list, selection, sort, isFiltered, onEdit, onAdd } = props
  const { text } = useText()
  const format = useFormat()
  const [shownKey, showKey] = useState<TokenJson | undefined>(undefined)
  const rotation = useRotation()
  const limits = useTightestLimits()
  const placeOf = usePlaces()
  return (
    <>
      <ResourceTable
        resource={tokenResource}
        rows={list.data}
        nameOf={({ name }) => name}
        selection={selection}
        sort={sort}
        error={list.error}
        onRetry={list.reload}
        isResting={({ status }) => status !== TOKEN_STATUS.enabled}
        cells={{
          name: (token) => <TokenName token={token} place={placeOf(token)} />,
          status: (token) => <StateCell token={token} limit={limits.get(token.id)} />,
          remain_quota: ({ id, unlimited_quota, remain_quota }) => (
            <>
              {unlimited_quota ? (
                <span className="muted">{text('ui.unlimited')}</span>
              ) : (
                <span className="number">{format.quota(remain_quota)}</span>
              )}
              <TokenLimit limit={limits.get(id)} />
            </>
          ),
          created_time: ({ created_time }) => (
            <span className="wide-only">
              <ShortTime as="date" seconds={created_time} />
            </span>
          ),
          expired_time: ({ expired_time }) =>
            expired_time === -1 ? text('ui.never') : <ShortTime as="date" seconds={expired_time} />,
          accessed_time: ({ accessed_time, used_quota, created_time }) =>
            used_quota === 0 && accessed_time <= created_time ? (
              <span className="muted">{text('token.never_used')}</span>
            ) : (
              <ShortTime as="moment" seconds={accessed_time} />
            ),
        }}
        actions={(token) => (
          <TokenActions
            token={token}
            onEdit={onEdit}
            onShow={showKey}
            onRotate={(one) => void rotation.rotate(one)}
          />
        )}
        {...(!isFiltered && {
          empty: (
            <Blank icon={KeyIcon} title={text('token.empty')} message={text('token.empty_text')}>
              <Button variant="primary" onClick={onAdd}>
                {text('token.add')}
              </Button>
            </Blank>
          ),
        })}
      />
      {shownKey && <KeyDialog token={shownKey} onClose={() => showKey(undefined)} />}
      {rotation.sheet}
    </>
  )
}

/** With the ends of its key, by which a line in somebody's configuration is recognized. */
function TokenName({ token: { id, name, key }, place }: TokenNameProps) {
  return (
    <span className="token-name">
      <NameLink to={subjectPath('token', id)} name={name} />
      <span className="mono muted">{keyEnds(key)}</span>
      {place !== '' && <span className="muted">{place}</span>}
    </span>
  )
}

interface TokenNameProps {
  readonly token: TokenJson
  /** Whose it is in an organisation, and its project; "" elsewhere. */
  readonly place: string
}

interface StateCellProps {
  readonly token: TokenJson
  readonly limit: LimitJson | undefined
}

function StateCell({ token, limit }: StateCellProps) {
  const { text } = useText()
  const { model_limits_enabled, model_limits } = token
  return (
    <span className="cell-list">
      <TokenState token={token} />
      <SpentLimit limit={limit} />
      {model_limits_enabled && (
        <Label variant="secondary" title={model_limits}>
          {text('token.limited')}
        </Label>
      )}
    </span>
  )
}

interface TokenActionsProps {
  readonly token: TokenJson
  readonly onEdit: (id: number) => void
  readonly onShow: (token: TokenJson) => void
  readonly onRotate: (token: TokenJson) => void
}

function TokenActions({ token, onEdit, onShow, onRotate }: TokenActionsProps) {
  const { text } = useText()
  const copy = useCopy()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, name, key, status } = token
  const isOn = status === TOKEN_STATUS.enabled
  const refusal = isHidden(key) ? text('org.key_hidden') : undefined
  const chats = useChats(token)
  const { set } = useTokenStatus()
  const setStatus = (): Promise<void> => set(token, !isOn)
  const remove = async (): Promise<void> => {
    const title = text('token.remove_title', { name })
    const question = { title, message: text('token.remove_text'), agree: text('ui.remove') }
    if (!(await confirm({ ...question, danger: true }))) return
    await run(
      async () => {
        await call('token.remove', { params: { id } })
        await refresh('token')
      },
      text('ui.removed', { name }),
    )
  }
  return (
    <span className="cell-actions">
      <IconButton
        icon={CopyIcon}
        size="small"
        variant="invisible"
        disabled={refusal !== undefined}
        aria-label={text('token.copy', { name })}
        onClick={() => void copy(`sk-${key}`)}
      />
      <RowButton icon={PencilIcon} title="ui.edit" name={name} onClick={() => onEdit(id)} />
      <RowMenu
        name={name}
        actions={[
          { label: text('token.show_key'), icon: EyeIcon, onSelect: () => onShow(token), refusal },
          { label: text('token.rotate'), icon: SyncIcon, onSelect: () => onRotate(token) },
          ...chats,
          isOn
            ? { label: text('ui.disable'), icon: NoEntryIcon, onSelect: () => void setStatus() }
            : { label: text('ui.enable'), icon: CheckIcon, onSelect: () => void setStatus() },
          {
            label: text('ui.remove'),
            icon: TrashIcon,
            isDanger: true,
            onSelect: () => void remove(),
          },
        ]}
      />
    </span>
  )
}

/** The chat apps that the operator offers, opened with this key once that is agreed to. */
function useChats({ name, key }: TokenJson): readonly RowAction[] {
  const { text } = useText()
  const confirm = useConfirmation()
  const links = chatLinks(useSite(), key)
  if (links.length === 0) {
    const label = text('nav.chat')
    const refusal = text('chat.none')
    return [{ label, icon: CommentDiscussionIcon, onSelect: () => {}, refusal }]
  }
  const openIn = async (title: string, href: string): Promise<void> => {
    const { host } = new URL(href)
    const isAgreed = await confirm({
      title: text('chat.consent_named', { title, name }),
      message: text(host === location.host ? 'chat.consent_own' : 'chat.consent_text', { host }),
      agree: text('chat.consent_agree', { host }),
    })
    if (isAgreed) open(href, '_blank', 'noreferrer')
  }
  return links.map(({ title, href }) => ({
    label: text('token.chat_in', { title }),
    icon: CommentDiscussionIcon,
    onSelect: () => void openIn(title, href),
  }))
}
