/** Short messages at the bottom of the page, read out to those who cannot see them. */
import { AlertIcon, CheckCircleIcon, XIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { failureText } from '../../server/domain/api-calls/failure'
import { logFailure } from './failure-log'
import { useText } from './language'
import './toasts.css'

interface Toast {
  readonly id: number
  readonly tone: 'success' | 'failure'
  readonly message: string
  readonly undo?: Undo | undefined
}

/** Undoes what the message reports. */
export type Undo = () => Promise<unknown>

export interface ToastPort {
  readonly success: (message: string, undo?: Undo) => void
  /** Any thrown value. Returns what takes the message away again. */
  readonly failure: (error: unknown) => () => void
  readonly warn: (message: string) => void
}

const SHOWN_MS = { success: 4000, failure: 9000 } as const
/** Whoever may take something back has to have read it. */
const UNDO_MS = 10_000
const MOST = 4

const Context = createContext<ToastPort | undefined>(undefined)

export function useToast(): ToastPort {
  const port = useContext(Context)
  if (port === undefined) throw new Error('no toast provider')
  return port
}

let lastId = 0

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { text } = useText()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const show = useCallback((tone: Toast['tone'], message: string, undo?: Undo): number => {
    lastId += 1
    const toast = { id: lastId, tone, message, undo }
    // The same words twice are one message.
    setToasts((all) => [...all.filter((one) => one.message !== message), toast].slice(-MOST))
    return toast.id
  }, [])
  const dismiss = useCallback((id: number) => {
    setToasts((all) => all.filter((toast) => toast.id !== id))
  }, [])
  const port = useMemo(
    () => ({
      success: (message: string, undo?: Undo) => void show('success', message, undo),
      failure: (error: unknown) => {
        const message = failureText(error, text)
        logFailure(text('failure.prefix') + message, error)
        const id = show('failure', message)
        return () => dismiss(id)
      },
      warn: (message: string) => void show('failure', message),
    }),
    [show, dismiss, text],
  )
  return (
    <Context value={port}>
      {children}
      <section className="toasts" aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} onDismiss={dismiss} />
        ))}
      </section>
    </Context>
  )
}

interface ToastViewProps {
  readonly toast: Toast
  readonly onDismiss: (id: number) => void
}

function ToastView({ toast, onDismiss }: ToastViewProps) {
  const { text } = useText()
  const { id, tone, message, undo } = toast
  const { failure } = useToast()
  const shownMs = undo === undefined ? SHOWN_MS[tone] : UNDO_MS
  useEffect(() => {
    const timer = setTimeout(() => onDismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, shownMs, onDismiss])
  return (
    <div className={`toast toast-${tone}`} role={tone === 'failure' ? 'alert' : 'status'}>
      <span className="toast-icon">{tone === 'failure' ? <AlertIcon /> : <CheckCircleIcon />}</span>
      <span className="toast-message">
        {tone === 'failure' && <span className="visually-hidden">{text('failure.prefix')}</span>}
        {message}
      </span>
      {undo !== undefined && (
        <button
          type="button"
          className="toast-undo"
          onClick={() => {
            onDismiss(id)
            undo().catch(failure)
          }}
        >
          {text('ui.undo')}
        </button>
      )}
      <IconButton
        icon={XIcon}
        variant="invisible"
        size="small"
        aria-label={text('ui.dismiss')}
        onClick={() => onDismiss(id)}
      />
    </div>
  )
}
