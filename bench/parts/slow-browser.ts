import type { CDPSession } from 'playwright-core';
import { SERVICE_VARIABLES } from '../../test/helpers/services/services.js';
import { startChromium, type TestBrowser } from '../../test/pages/chromium.js';
import { findSystemPart, findWholePart, installCommand } from '../../test/runner/system-parts.js';
import type { BenchContext } from '../harness/bench.js';

/** "Slow 4G" as Lighthouse defines it, and a mid-range phone. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;

/** Slows the window down. @returns a counter of the bytes since then: whole responses with headers, and streams' events. */
export async function slowDown(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  // A stream does not finish. Its events are not compressed.
  session.on('Network.eventSourceMessageReceived', ({ data, eventName }) => {
    bytes += Buffer.byteLength(data) + eventName.length;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return () => bytes;
}

/** Starts the browser that measures pages. A whole browser is preferred, because the headless shell loads no icons. */
export async function startBrowser(context: BenchContext): Promise<TestBrowser> {
  const chromium = findWholePart('chromium') ?? findSystemPart('chromium');
  if (chromium === null)
    throw new Error(`Chromium is missing. It measures the pages. Install it: ${installCommand('chromium')}`);
  process.env[SERVICE_VARIABLES.chromium] ??= chromium;
  const browser = await startChromium();
  context.onEnd(() => browser.close());
  return browser;
}
