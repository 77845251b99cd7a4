/**
 * undici reads all that a connection has buffered, and puts back what an answer that is paused
 * meanwhile did not take. Bun resumes the network with every read, so a connection whose client
 * reads slowly would keep another half megabyte with every sip. Here it is read in slices, and
 * past Bun: more is read from the network only when little remains.
 */
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'

const CONNECTED = 'undici:client:connected'
const SLICE_BYTES = 64 * 1024

export function readInSlices(): void {
  subscribe(CONNECTED, onConnected)
}

function onConnected(message: unknown): void {
  const socket: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, 'socket') : undefined
  if (!(socket instanceof Socket)) return
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    if (size !== undefined || socket.readableLength <= SLICE_BYTES) return read(size)
    return Readable.prototype.read.call(socket, SLICE_BYTES)
  }
}
