import { answerOrders } from "../../core/kit/worker.ts";
import { composeRaceFile } from "./compose-race-file.ts";

// A large race's file, off the thread that answers requests.
answerOrders(composeRaceFile);
