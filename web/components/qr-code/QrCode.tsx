import { encode } from 'uqr'
import './qr-code.css'

/** Modules of white around it, without which cameras do not find it. */
const BORDER = 3

interface QrCodeProps {
  readonly value: string
  readonly label: string
}

/** Dark on white in every theme: that is how apps read it. */
export function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { border: BORDER })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
