// The entry of a page that stands alone: reads the run beside it and shows it.

import { Viewer } from "mainspring/viewer.js";

const [element, data] = [document.getElementById("viewer"), document.getElementById("run")];
if (element && data) {
  const viewer = new Viewer(element, JSON.parse(data.textContent ?? ""));
  // for tests and for the curious at the console; nothing reads it
  Object.defineProperty(element, "viewer", { value: viewer });
}
